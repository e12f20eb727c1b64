import { RegisterList } from './register-list.js';
import { RegisterPage } from './register-page.js';

/** The tills of an establishment, or the one that somebody stands at. */
export function TillPage({ registerId }: { registerId: string | null }) {
  return registerId === null ? <RegisterList /> : <RegisterPage registerId={registerId} />;
}
