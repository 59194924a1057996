import type { Profile } from '../entities.js';
import type { components } from '../generated/types.js';

/** Returns a registration as the API shows it (einvoicing.profile.response, einvoicing.profile.with-extensions). */
export function presentProfile(profile: Profile): components['schemas']['Profile'] {
  const { id, status, version, endpointId, scheme, network, settings, lastEvent, extensions } = profile;
  return {
    id,
    status,
    profile: profile.profile,
    profiles: [profile.profile],
    profile_version: version,
    endpoint_id: endpointId,
    scheme,
    network,
    ...(settings === undefined ? {} : { network_settings: settings }),
    ...(lastEvent === undefined ? {} : { last_event: lastEvent }),
    ...(extensions.length === 0
      ? {}
      : { profiles_with_extensions: [{ profile_name: profile.profile, extensions: [...extensions] }] }),
  };
}
