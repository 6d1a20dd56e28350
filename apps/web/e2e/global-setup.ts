import { startProduct } from './product.ts';

/** Starts the product that all tests share. @returns the teardown. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { url, dataDir, stop } = await startProduct();
  process.env.SAFARNAMA_E2E_URL = url;
  process.env.SAFARNAMA_E2E_DATA_DIR = dataDir;
  return stop;
}
