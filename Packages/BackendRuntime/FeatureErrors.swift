public import Foundation
public import Networking
public import OrbitModels

/// The reason why a feature cannot be added to a backend. The feature names an object of another feature, or does not
/// declare the personal data of a record.
@nonexhaustive public enum FeatureConflict: Error, Hashable, Sendable {
    /// Two operations respond to the route, regardless of the names of its parameters.
    case route(Route)
    /// Two features have a record of this table.
    case table(String)
    /// Two features append events of this kind.
    case event(EventKind)
    /// Two features have a list of this name.
    case list(ListName)
    /// Two features have a rate limit of this name, so both would share one count.
    case limit(String)
    /// Records of two features are exported in this section.
    case exportSection(String)
    /// The feature erases the record of this table first, but does not name the record among its records.
    case unnamedTable(String)
    /// The feature has unlimited events of this kind, but does not name the kind among its events.
    case unnamedEvent(EventKind)
    /// The feature has this list in `returning` of its ``PeopleLists``, but not among the names of its lists with
    /// people.
    case unnamedList(ListName)
    /// The personal data of the record of this table has no locator, no owner and no remark.
    case unnamedPersonalData(String)
    /// Records of a table are erased with the records of an owner, but no feature names the owner, or the owner has no
    /// locator.
    case unknownOwner(String, of: String)
}

extension FeatureConflict: LocalizedError {
    /// The required change, in English.
    public var errorDescription: String? {
        switch self {
        case .route(let route): "Two operations use the route \(route). Give your route another path."
        case .table(let table): "The table \(table) is already taken. Give your record another table."
        case .event(let kind): "The event \(kind.rawValue) is already taken. Give your event another kind."
        case .list(let list): "The list \(list.rawValue) is already taken. Give your list another name."
        case .limit(let limit): "The rate limit \(limit) is already taken. Give your limit another name."
        case .exportSection(let section):
            "Another feature already exports the section \(section). Use another section."
        case .unnamedTable(let table):
            "The table \(table) is only in erasedFirst. Add its record to the records of your feature."
        case .unnamedEvent(let kind):
            "The event \(kind.rawValue) is only in unlimitedEvents. Add it to the events of your feature."
        case .unnamedList(let list):
            "The list \(list.rawValue) is only in returning. Add it to the lists of your feature."
        case .unnamedPersonalData(let table):
            "The record of \(table) does not name its personal data. "
                + "Give its personalData a locator, or a reason why it has none."
        case .unknownOwner(let owner, of: let table):
            "No feature erases \(owner), which owns records of \(table). Name an owner with a locator."
        }
    }
}

/// The reason why a transaction refuses a write. The feature does not declare the table, the event or the rate limit.
@nonexhaustive public enum FeatureDeclarationError: Error, Hashable, Sendable {
    /// No feature of the backend names the record of this table, so exports and erasures would leave it out.
    case undeclaredTable(String)
    /// A feature of the backend has declared this table for another type of record.
    case foreignTable(String)
    /// No feature of the backend names this kind of event.
    case undeclaredEvent(EventKind)
    /// No feature of the backend names this rate limit.
    case undeclaredLimit(String)
    /// Only the backend appends events of this kind.
    case reservedEvent(EventKind)
}

extension FeatureDeclarationError: LocalizedError {
    /// The required change, in English.
    public var errorDescription: String? {
        switch self {
        case .undeclaredTable(let table):
            "No feature has the table \(table). Add its record to the records of your feature."
        case .foreignTable(let table):
            "The table \(table) has records of another type. Give your record its own table."
        case .undeclaredEvent(let kind):
            "No feature has the event \(kind.rawValue). Add it to the events of your feature."
        case .undeclaredLimit(let limit):
            "No feature has the rate limit \(limit). Add it to the limits of your feature."
        case .reservedEvent(let kind):
            "Only the backend may append the event \(kind.rawValue). Append an event of your feature."
        }
    }
}
