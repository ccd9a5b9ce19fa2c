public import OrbitModels
public import Presentation

extension EventKind {
    /// The owner of the log has muted a person or changed the mute. Data: `Keyed<MutedPerson>`. Subject: the person.
    public static let muteSet = Self(rawValue: "mute.set")
    /// The owner has ended a mute. Data: `Keyed<UserID>`. Subject: the person.
    public static let muteEnded = Self(rawValue: "mute.ended")
}

extension ListName {
    /// The people that the owner of the log has muted.
    public static let mutes = Self(rawValue: "mutes")
}

extension ListDefinition<MutedPerson> {
    /// The people the user has muted.
    public static var mutes: Self {
        Self(
            .mutes, order: .latestFirst(\.mutedAt), people: { [$0.userID] }, isExpired: { $0.isExpired(at: $1) },
            expiresAt: { $0.until }
        ) { event, mutes throws(LogEventError) in
            switch event.kind {
            case .muteSet: mutes.upsert(try event.data(Keyed<MutedPerson>.self).value)
            case .muteEnded: mutes.remove(try event.data(Keyed<UserID>.self).value)
            case .personShown: return .outdated
            default: return .unknown
            }
            return .applied
        }
    }
}
