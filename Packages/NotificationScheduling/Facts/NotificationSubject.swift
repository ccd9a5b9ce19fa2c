/// What a notification is about: an entity, in one version.
public struct NotificationSubject: Hashable, Sendable, Codable {
    /// The identifier of the entity. Opaque: never parsed, only compared.
    public let entity: String
    /// Which of a series, such as its day; `nil` for what happens once.
    public let occurrence: String?
    /// Greater with each edit. A notification of an older version is replaced, and suppressed if it is late.
    public let version: Int

    /// Creates a subject.
    public init(_ entity: String, occurrence: String? = nil, version: Int = 0) {
        (self.entity, self.occurrence, self.version) = (entity, occurrence, version)
    }

    /// Without the version: two facts with the same key describe the same subject.
    var key: SubjectKey { SubjectKey(entity: entity, occurrence: occurrence) }
}

/// A subject in any version.
struct SubjectKey: Hashable, Comparable {
    let entity: String
    let occurrence: String?

    static func < (lhs: Self, rhs: Self) -> Bool {
        guard lhs.entity == rhs.entity else { return lhs.entity < rhs.entity }
        guard let left = lhs.occurrence, let right = rhs.occurrence else {
            return lhs.occurrence == nil && rhs.occurrence != nil
        }
        return left < right
    }
}
