export interface PostOffice {
  name: string;
  /** As in the source. */
  district: string;
  state: string;
  lat: number;
  lon: number;
  accuracy: number;
  /** The source has other coordinates, far outside its district. */
  isStray?: boolean;
}
