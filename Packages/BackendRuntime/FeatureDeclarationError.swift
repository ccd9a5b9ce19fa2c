public import Foundation
public import OrbitModels

/// The reason why a transaction refuses a write of a feature: the feature does not declare what it writes.
@nonexhaustive public enum FeatureDeclarationError: Error, Hashable, Sendable {
    /// No feature of the backend names the record of this table, so exports and erasures would leave it out.
    case undeclaredTable(String)
    /// No feature of the backend names this kind of event.
    case undeclaredEvent(EventKind)
    /// Only the backend appends events of this kind.
    case reservedEvent(EventKind)
}

extension FeatureDeclarationError: LocalizedError {
    /// What to change, in English.
    public var errorDescription: String? {
        switch self {
        case .undeclaredTable(let table):
            "No feature has the table \(table). Name its record in the records of the feature."
        case .undeclaredEvent(let kind):
            "No feature has the event \(kind.rawValue). Name it in the events of the feature."
        case .reservedEvent(let kind):
            "Only the backend appends the event \(kind.rawValue). Append an event of the feature's own."
        }
    }
}
