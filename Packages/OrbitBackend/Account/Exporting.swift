import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// What an export is made for and from.
struct Exporting {
    let account: AccountRecord
    let context: Context
    let reader: any StoreReader
    let now: Date

    var person: UserID { account.id }

    var view: MeetupView { MeetupView(of: account, context, at: now) }

    /// Whether the person may see another, so that the export may name them.
    func sees(_ other: UserID) throws -> Bool {
        try other == person || Visibility(of: account, in: reader).account(other) != nil
    }

    /// The ones among many people that the person may see, in the same order.
    func seen(among others: [UserID]) throws -> [UserID] {
        let people = try VisiblePeople(others, for: account, matches: [], in: reader)
        return others.filter { people.accounts[$0] != nil }
    }

    /// The element, if the person may see the other person that it is about.
    func element<Element: Sendable>(
        about other: UserID, _ element: @autoclosure () throws -> Element
    ) rethrows -> Element? where Element: Encodable {
        try (try? sees(other)) == true ? element() : nil  // who cannot be read is not seen
    }
}
