/// The kind of an event in a log. The set is open: each feature declares its own kinds, and a newer server may send
/// more.
public struct EventKind: RawRepresentable, Codable, Hashable, Sendable {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The subject and the owner of the log can no longer see each other. The event does not show who decided that.
    public static let personHidden = Self(rawValue: "person.hidden")
    /// The subject is visible again.
    public static let personShown = Self(rawValue: "person.shown")
    /// The profile of the subject, as visible to other people, has changed.
    public static let personChanged = Self(rawValue: "person.changed")
    /// The owner of the log and the subject are matched.
    public static let matchMade = Self(rawValue: "match.made")
    /// The match of the owner and the subject has ended.
    public static let matchEnded = Self(rawValue: "match.ended")
    /// An event whose content was withdrawn. It keeps its number and its ``LogEvent/touches``.
    public static let void = Self(rawValue: "void")
}

/// A list or resource that a client may have loaded, as named in ``LogEvent/touches``. Open, like ``EventKind``.
public struct ListName: RawRepresentable, Codable, Hashable, Sendable {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The data of ``EventKind/personChanged``.
public struct ChangedPerson: Codable, Hashable, Sendable {
    /// The person, as visible to the owner of the log.
    public var person: Person
    /// The number of changes of the person's profile. An event can arrive after a list that already contains a newer
    /// version of the person. The event is then outdated.
    public var version: Int

    /// Creates the data.
    public init(person: Person, version: Int) {
        self.person = person
        self.version = version
    }
}
