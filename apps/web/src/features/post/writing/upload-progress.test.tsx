import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { UploadProgress } from './upload-progress.tsx';

it.each([
  [0, 'Uploading… 0%'],
  [0.996, 'Uploading… 99%'],
  [1, 'Uploaded. Preparing your story…'],
])('UploadProgress at %s: says whether everything is uploaded', (progress, text) => {
  render(<UploadProgress progress={progress} />);

  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', text);
});
