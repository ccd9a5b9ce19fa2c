import Foundation
import OrbitModels

extension ProfileViewModel {
    /// A form that is not finished, as it is kept between launches.
    struct ProfileDraft: Codable, Equatable, Sendable {
        var profile: Profile
        /// What the draft began with; `nil` if nothing was saved then.
        var base: Profile?
        /// `ProfileStep.rawValue`.
        var step: String
    }
}
