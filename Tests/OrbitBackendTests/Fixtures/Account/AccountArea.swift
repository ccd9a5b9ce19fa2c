import OrbitModels
import Profiles

extension ContractArea {
    /// `Docs/openapi/account.yaml`, and the erasure, whose path is in `Docs/openapi/profiles.yaml`.
    static let account = ContractArea(routes: AccountRoutes.all)
}
