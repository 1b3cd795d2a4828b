/** A passkey, and its answer over the words of the signature of `TrainingCompleted`. */
export const passkey = {
  credentialId: '-P3u7yg-6c9q1VbqpbNIxw',
  publicKey:
    'pQECAyYgASFYILi88BT7YYr-I5KwjXhLtkD2msDNhq9w6tfap4v0XW_qIlgg5cG21lVBocQioXnrrmv2j6-TV_BhWk8LwHChuy2W_OU',
  answer: {
    credentialId: '-P3u7yg-6c9q1VbqpbNIxw',
    askedAt: '2026-03-12T14:04:31.204Z',
    authenticatorData: 'z1qc6cPwhSzILCn91hUTl0Ojicfo1hOh5GiIQi32HMMFAAAAAA',
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiNm9QYXQ0UDlELUZYbm1tcEZ5SDBXX3VMaUF0ZHF2aWdxbUc4N2VPeFAtTSIsIm9yaWdpbiI6Imh0dHBzOi8vcXVhbGl0eS5ub3J0aG1lcmUuZXhhbXBsZSIsImNyb3NzT3JpZ2luIjpmYWxzZX0',
    signature:
      'MEQCIDvSv4g5hHMh0PboNwbwqsTEW5bJ2_N6qRzJN1cq0KZ0AiAW6NjKiDszsvXaHmJOOAFlccIYyTKy2iGUyVFjpGY91Q',
  },
};
