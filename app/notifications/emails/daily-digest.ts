import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { counted } from '#app/ui/text/count.ts';
import { longestList, moreOf } from '#app/kit/email/document-list.ts';
import { skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

/** To a person who wants news once a day; `about` names the day's notifications. */
export async function dailyDigestEmail({
  ports,
  org,
  about = [],
  recipient,
  context,
}: TemplateInput): Promise<Email | Skip> {
  const news = await ports.database.read(org, (db) =>
    db
      .selectFrom('app.notification')
      .select(['subject', 'preview'])
      .where('uid', 'in', [...about])
      .where('user_uid', '=', recipient.uid)
      .orderBy('number')
      .execute(),
  );
  return news.length > 0 ? dailyDigest(context, news) : skip('there is no news');
}

/** `news` is not empty, the oldest first. */
export function dailyDigest(
  { publicUrl, organisation, to }: EmailContext,
  news: readonly { subject: string; preview: string }[],
): Email {
  const count = counted(news.length, 'piece of news', 'pieces of news');
  const more = moreOf(news.length - longestList);
  return {
    subject: `News from ${organisation}: ${news[0]?.subject ?? ''}${news.length > 1 ? ' and more' : ''}`,
    preview: `Since yesterday: ${count}.`,
    heading: `${to.firstName}, your news of the day`,
    paragraphs: [],
    sections: [
      ...news.slice(0, longestList).map(({ subject, preview }) => ({ heading: subject, more: preview })),
      ...(more.more ? [more] : []),
    ],
    action: { label: 'Open your notifications', url: `${publicUrl}/dashboard/notifications` },
    because: 'you chose to get news once a day',
  };
}
