/** Whether clipboard data has text in addition to the picture, as from a word processor; then the text is pasted. */
export function hasText(data: DataTransfer): boolean {
  const html = data.getData('text/html');
  if (html === '') return data.getData('text/plain').trim() !== '';
  return (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() !== '';
}

export function hasFiles(event: { dataTransfer: DataTransfer | null }): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
