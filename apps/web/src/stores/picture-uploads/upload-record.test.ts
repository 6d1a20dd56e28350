import { describe, expect, it } from 'vitest';
import { createRecord, resumeRecord, type UploadRecord } from './upload-record.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-22T06:00:00Z');
const UPLOAD_URL = '/api/media/uploads/a';

function buildRecord(overrides: Partial<UploadRecord> = {}): UploadRecord {
  return { ...createRecord('meera', 'p1', 'draft-1'), isPrepared: true, uploadUrl: UPLOAD_URL, ...overrides };
}

describe('resumeRecord', () => {
  it('of a picture that was uploaded recently: is done, and belongs to the opened draft', () => {
    const stored = buildRecord({ src: '/media/k', uploadedAt: NOW - 19 * HOUR_MS });

    expect(resumeRecord(stored, 'draft-2', NOW)).toEqual({
      record: { ...stored, draftKey: 'draft-2' },
      state: { status: 'done', src: '/media/k' },
    });
  });

  it('of a picture that was uploaded 20 hours ago: is uploaded again from the beginning', () => {
    const stored = buildRecord({ src: '/media/k', uploadedAt: NOW - 20 * HOUR_MS });

    expect(resumeRecord(stored, 'draft-1', NOW)).toEqual({
      record: { ...stored, uploadUrl: null, src: null, uploadedAt: null },
      state: { status: 'waiting', sent: 0 },
    });
  });

  it('of a started upload: continues it', () => {
    const stored = buildRecord();

    expect(resumeRecord(stored, 'draft-1', NOW)).toEqual({
      record: stored,
      state: { status: 'waiting', sent: 0 },
    });
  });

  it('of a picture that was not prepared yet: prepares it', () => {
    const stored = buildRecord({ isPrepared: false, uploadUrl: null });

    expect(resumeRecord(stored, 'draft-1', NOW).state).toEqual({ status: 'preparing' });
  });
});
