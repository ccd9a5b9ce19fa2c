import BackendRuntime
import OrbitModels

/// Who stands in the place of a host whose account is erased, for those who attended: the same for all meetups.
enum FormerHost {
    static let id = UserID("former-host")
    static let person = Person(id: id, profile: Profile(name: "Former host"))
}

extension MeetupRecord {
    /// Whether the account of its host is erased. Only people who attend find it then.
    var isWithoutHost: Bool { hostID == FormerHost.id }

    /// The person that an event says it is about when it shows the meetup to others.
    var hostSubject: UserID? { isWithoutHost ? nil : hostID }
}
