export interface PostOffice {
  name: string;
  /** As the source has it. */
  district: string;
  state: string;
  lat: number;
  lon: number;
  accuracy: number;
  /** The source has other coordinates, far outside its district. */
  isStray?: boolean;
}
