import Foundation
import OrbitModels

extension ProfileViewModel {
    /// An unfinished form, as it is stored between launches.
    struct ProfileDraft: Codable, Equatable, Sendable {
        var profile: Profile
        /// The saved profile that the draft is based on; `nil` if nothing was saved then.
        var base: Profile?
        /// The raw value of a `ProfileStep`.
        var step: String
    }
}
