import { addresses } from '#app/kit/addresses.ts';
import { ObjectMast } from '#app/ui/page/page.tsx';

/** The masthead of a function, or of all of them, above a question. */
export const FunctionMast = ({ name = 'Functions' }: { name?: string }) => (
  <ObjectMast back={addresses.settingsFunctions()} backLabel="Functions" name={name} />
);
