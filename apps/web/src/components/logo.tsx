import { useId } from 'react';

/**
 * The logo: a road that winds between hills towards the sun, like the S of the name. Same drawing as
 * public/favicon.svg.
 */
export function LogoMark({ className = 'size-9' }: { className?: string }) {
  const clipId = useId();
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={`forced-color-adjust-none ${className}`}>
      <clipPath id={clipId}>
        <rect width="64" height="64" rx="14" />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <path d="M-8-8h80v80H-8z" fill="#2f3478" />
        <circle cx="32" cy="25" r="12" fill="#f0a21f" />
        <path d="m-8 46 6-5 16-14 10 8 8-6 12 9 8-5 12 9 8 6v24H-8z" fill="#4b51ab" />
        <path
          d="M34 37c-1 3-9 4-9 8 0 5 17 5 17 11 0 5-6 8-10 16H2c6-8 22-10 22-17 0-5-7-5-7-10 0-6 15-5 17-8z"
          fill="#faf5ea"
        />
      </g>
    </svg>
  );
}
