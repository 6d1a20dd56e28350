/** True for a value meant as an uploaded file, intact or broken; false for a URL. */
export function isDataUrl(image: string): boolean {
  return /^\s*data:/i.test(image.slice(0, 100));
}
