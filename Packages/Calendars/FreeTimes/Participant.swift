public import OrbitModels

/// A person to be met.
public struct Participant: Hashable, Sendable {
    /// Who it is.
    public let id: UserID
    /// Whether there is no meeting without the person.
    public var isRequired: Bool
    /// When the person can meet.
    public var availability: Availability

    /// Creates a participant.
    public init(id: UserID, isRequired: Bool = true, availability: Availability) {
        self.id = id
        self.isRequired = isRequired
        self.availability = availability
    }
}
