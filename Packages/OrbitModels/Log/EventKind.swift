/// What an event of a log says. Open: each feature declares its own kinds, and a newer server may send more.
public struct EventKind: RawRepresentable, Codable, Hashable, Sendable {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The subject and the owner of the log cannot see each other any more. It does not say who decided that.
    public static let personHidden = Self(rawValue: "person.hidden")
    /// The subject can be seen again.
    public static let personShown = Self(rawValue: "person.shown")
    /// What other people see of the subject has changed.
    public static let personChanged = Self(rawValue: "person.changed")
    /// The owner of the log and the subject are matched.
    public static let matchMade = Self(rawValue: "match.made")
    /// Their match is over.
    public static let matchEnded = Self(rawValue: "match.ended")
    /// An event whose content was withdrawn. It keeps its number, and its ``LogEvent/touches``.
    public static let void = Self(rawValue: "void")
}

/// A list or resource that a client may hold, as ``LogEvent/touches`` names it. Open, like ``EventKind``.
public struct ListName: RawRepresentable, Codable, Hashable, Sendable {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The data of ``EventKind/personChanged``.
public struct ChangedPerson: Codable, Hashable, Sendable {
    /// As the owner of the log sees them.
    public var person: Person
    /// Counts the changes of the person's profile. An event may come later than a list that holds a newer version.
    public var version: Int

    /// Creates the data.
    public init(person: Person, version: Int) {
        self.person = person
        self.version = version
    }
}
