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
