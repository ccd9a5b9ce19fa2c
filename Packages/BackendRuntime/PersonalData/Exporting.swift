public import Foundation
public import OrbitModels
public import OrbitStore

/// The person of an export, and the state of the store from which one page of it is read.
public final class Exporting {
    package let account: AccountRecord
    /// The context of the backend.
    public let context: BackendContext
    /// The state of the store.
    public let reader: any StoreReader
    /// When the export was requested.
    public let now: Date
    private var sharedValues: [ObjectIdentifier: Any] = [:]

    package init(account: AccountRecord, context: BackendContext, reader: any StoreReader, now: Date) {
        (self.account, self.context, self.reader, self.now) = (account, context, reader, now)
    }

    /// Whose export it is.
    public var person: UserID { account.id }

    /// Returns the value of a type that all elements of the page share, which is made on first use.
    package func shared<Value>(_ make: () throws -> Value) rethrows -> Value {
        let key = ObjectIdentifier(Value.self)
        if let known = sharedValues[key] as? Value { return known }
        let value = try make()
        sharedValues[key] = value
        return value
    }

    /// Whether the person may see another, so that the export may name them.
    public func sees(_ other: UserID) throws -> Bool {
        try other == person || Visibility(of: account, in: reader).account(other) != nil
    }

    /// The ones among many people that the person may see, in the same order.
    public func seen(among others: [UserID]) throws -> [UserID] {
        let people = try VisiblePeople(others, for: account, matches: [], in: reader)
        return others.filter { people.accounts[$0] != nil }
    }

    /// The element, if the person may see the other person that it is about.
    public func element<Element: Sendable>(
        about other: UserID, _ element: @autoclosure () throws -> Element
    ) rethrows -> Element? where Element: Encodable {
        try (try? sees(other)) == true ? element() : nil  // who cannot be read is not seen
    }
}
