import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * A key that changes whenever a link leads to the page of a form, so that a link on this page opens a new form. Back,
 * Forward and links to an anchor on the page preserve the form.
 */
export function useFormKey(): string {
  const { key } = useLocation();
  const isHistoryMove = useNavigationType() === 'POP';
  const [formKey, setFormKey] = useState(key);
  if (key !== formKey && !isHistoryMove) setFormKey(key);
  return formKey;
}
