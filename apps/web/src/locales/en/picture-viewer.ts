export const messages = {
  zoomIn: 'Actual size',
  zoomOut: 'Fit to screen',
  picture: 'Picture',
  pictures: 'Pictures',
  close: 'Close picture',
  previous: 'Previous picture',
  next: 'Next picture',
  position: '{position} of {count}',
} as const;
