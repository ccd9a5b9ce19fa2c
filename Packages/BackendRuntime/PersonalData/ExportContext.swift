public import Foundation
public import OrbitModels
public import OrbitStore

/// The context of one page of an export: the person, and the snapshot of the store that the page is read from.
public final class ExportContext {
    package let account: AccountRecord
    /// The context of the backend.
    public let context: BackendContext
    /// The snapshot of the store.
    public let reader: any StoreReader
    /// The instant at which the export was requested.
    public let now: Date
    private var sharedValues: [ObjectIdentifier: Any] = [:]

    package init(account: AccountRecord, context: BackendContext, reader: any StoreReader, now: Date) {
        (self.account, self.context, self.reader, self.now) = (account, context, reader, now)
    }

    /// The person whose data is exported.
    public var person: UserID { account.id }

    /// Returns the value of a type that all elements of the page share. The first call creates the value.
    package func shared<Value>(_ make: () throws -> Value) rethrows -> Value {
        let key = ObjectIdentifier(Value.self)
        if let known = sharedValues[key] as? Value { return known }
        let value = try make()
        sharedValues[key] = value
        return value
    }

    /// Whether the person may see another person, so that the export may name that person.
    public func sees(_ other: UserID) throws -> Bool {
        try other == person || Visibility(of: account, in: reader).account(other) != nil
    }

    /// Returns the people that the person may see, in the same order.
    public func seen(among others: [UserID]) throws -> [UserID] {
        let people = try VisiblePeople(others, for: account, matches: [], in: reader)
        return others.filter { people.accounts[$0] != nil }
    }

    /// Returns the element, or `nil` if the person may not see the other person that the element is about.
    ///
    /// - Parameters:
    ///   - other: The other person.
    ///   - element: Creates the element.
    public func element<Element: Sendable>(
        about other: UserID, _ element: @autoclosure () throws -> Element
    ) rethrows -> Element? where Element: Encodable {
        try (try? sees(other)) == true ? element() : nil  // an unreadable person is not seen
    }
}
