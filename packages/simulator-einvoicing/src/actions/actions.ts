import { assignmentActions } from '../assignments/assignment-actions.js';
import { detectActions } from '../detect/detect-actions.js';
import { messagingActions } from '../messaging/messaging-actions.js';
import { printActions } from '../print/print-actions.js';
import { receivablesActions } from '../receivables/receivables-actions.js';
import { addUser, registerOperator, registerVendor, revokeToken } from './access-actions.js';
import { cancelAuthorization, verifyCompany } from './company-actions.js';
import { exchangeActions } from './exchange-actions.js';
import { activateProfile, failProfile } from './profile-actions.js';

/** Actions of the outside world by name: `POST /_sim/actions/einvoicing/<name>`. */
export const actions = {
  verifyCompany,
  cancelAuthorization,
  activateProfile,
  failProfile,
  registerVendor,
  registerOperator,
  addUser,
  revokeToken,
  ...exchangeActions,
  ...detectActions,
  ...receivablesActions,
  ...assignmentActions,
  ...messagingActions,
  ...printActions,
};
