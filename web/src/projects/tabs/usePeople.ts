// The people of one's organisation; where nobody signs in there is only oneself.
import { api, ask, type Person } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { useSignedIn } from "../../session/useSession";

export function usePeople(round = 0): readonly Person[] {
  const { accounts } = useSignedIn();
  const { data } = useLoad(
    `people ${accounts}`,
    async (signal) => (accounts ? await ask(api.GET("/api/people", { signal })) : []),
    round,
  );
  return data ?? [];
}
