import OrbitModels

/// What the server of the benchmark answers with.
struct ProfileAnswer: Codable, Sendable {
    var profile: Profile
    var profileComplete: Bool

    enum CodingKeys: String, CodingKey {
        case profile
        case profileComplete = "profile_complete"
    }
}
