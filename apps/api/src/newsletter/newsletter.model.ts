import { model, Schema } from 'mongoose';

const subscriptionSchema = new Schema(
  {
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
  },
  { timestamps: { createdAt: true, updatedAt: false } },
);
subscriptionSchema.index({ emailKey: 1 }, { unique: true }); // one subscription per address

export const SubscriptionModel = model('Subscription', subscriptionSchema);
