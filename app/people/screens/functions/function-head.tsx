import { addresses } from '#app/kit/addresses.ts';
import { ObjectHead } from '#app/ui/page/page.tsx';

/** The masthead of a function, or of all of them, above a question. */
export const FunctionHead = ({ name = 'Functions' }: { name?: string }) => (
  <ObjectHead back={addresses.settingsFunctions()} backLabel="Functions" name={name} />
);
