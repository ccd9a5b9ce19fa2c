public import Foundation
public import Networking
public import OrbitModels

/// The reason why a feature cannot be added to a backend: it names something that is not its own.
@nonexhaustive public enum FeatureConflict: Error, Hashable, Sendable {
    /// Two operations respond to the route, whatever its parameters are called.
    case route(Route)
    /// Two features have a record of this table, or a feature erases records first that it does not name.
    case table(String)
    /// Two features append events of this kind, or a feature has no limit for a kind that it does not name.
    case event(EventKind)
    /// Two features have a list of this name, or a feature returns people to a list that it does not name.
    case list(ListName)
}

extension FeatureConflict: LocalizedError {
    /// What to change, in English.
    public var errorDescription: String? {
        switch self {
        case .route(let route): "Two operations respond to \(route). Give the route of the added feature another path."
        case .table(let table): "The table \(table) is not the added feature's own. Give its record another table."
        case .event(let kind): "The event \(kind.rawValue) is not the added feature's own. Give it another kind."
        case .list(let list): "The list \(list.rawValue) is not the added feature's own. Give it another name."
        }
    }
}
