import { startProduct } from './product.ts';

/** Starts the product that the tests share. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { url, stop } = await startProduct();
  process.env.SAFARNAMA_E2E_URL = url;
  return stop;
}
