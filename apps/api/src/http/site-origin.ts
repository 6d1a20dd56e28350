import type { Request } from 'express';

/** A host name or IP address with an optional port; excludes characters that could end an attribute. */
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The origin of this site, for absolute addresses. */
export interface SiteOrigin {
  /** Such as `https://host`; empty when the request names no valid host. */
  origin: string;
  /**
   * Whether it is PUBLIC_URL. Otherwise it comes from the request: a response that contains it must be revalidated
   * before each use, or not stored at all.
   */
  isConfigured: boolean;
}

/** Creates a function that returns the origin of the site. @param publicUrl - null for the host of the request. */
export function createOriginReader(publicUrl: string | null): (req: Request) => SiteOrigin {
  return (req) => {
    if (publicUrl !== null) return { origin: publicUrl, isConfigured: true };
    // Not `req.protocol`, which behind a proxy is an unchecked header.
    const protocol = req.secure ? 'https' : 'http';
    return { origin: HOST.test(req.host) ? `${protocol}://${req.host}` : '', isConfigured: false };
  };
}
