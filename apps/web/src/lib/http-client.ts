import axios from 'axios';
import { API_ORIGIN } from '../config/env.ts';

/** Axios with the settings of every request. No timeout, as specified: the signals of the requests limit their time. */
export const httpClient = axios.create({
  baseURL: API_ORIGIN,
  withCredentials: true,
  // `api-client.ts` turns the status into an error.
  validateStatus: () => true,
});
