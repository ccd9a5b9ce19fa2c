import OrbitModels

/// The response of the benchmark's server.
struct ProfileAnswer: Codable, Sendable {
    var profile: Profile
    var profileComplete: Bool

    enum CodingKeys: String, CodingKey {
        case profile
        case profileComplete = "profile_complete"
    }
}
