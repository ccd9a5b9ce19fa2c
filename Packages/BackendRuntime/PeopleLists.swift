public import Foundation
public import OrbitModels
public import OrbitStore

/// The lists of a feature whose elements are people, and the functions that find the holders of a person.
///
/// A holder is a person whose device may show an element about another person.
///
/// | Called by | Parameter | Event |
/// |---|---|---|
/// | The job after a changed profile | `holders` | `person.changed` to each holder |
/// | The jobs of a suspension and of its end | `holders`, `presenceHolders` | `person.hidden`, `person.shown` to each |
/// | The transaction of a block | `mayHold` | `person.hidden` to the blocked person if `true` |
///
/// For example, Maya blocks Liam. Maya is sent `person.hidden` about Liam in any case. Liam is sent `person.hidden`
/// about Maya only if `mayHold(liam, maya, …)` is `true` in a feature. When Maya lifts the block, the devices of both
/// people reload the lists in `returning`.
///
/// An erasure calls none of these functions. Instead, the records of the person notify the holders by
/// ``ErasureContext/notify(_:)`` or a job.
public struct PeopleLists: Sendable {
    /// Finds the people who hold a person in one of the lists.
    public typealias Holders = @Sendable (_ person: UserID, any StoreReader, _ now: Date) throws -> [UserID]
    /// Decides whether `owner` may be a holder of `person` in one of the lists.
    public typealias Holding =
        @Sendable (_ owner: UserID, _ person: UserID, any StoreReader, _ now: Date) throws -> Bool

    /// All lists. `person.changed` and `person.hidden` touch them, and `person.shown` at the end of a suspension.
    package let names: [ListName]
    /// The lists that contain a person again after a block between the person and the owner of the lists is lifted.
    /// `person.shown` then touches them.
    package let returning: [ListName]
    /// Finds the people who are sent a changed profile, and are notified of a suspension and its end.
    package let holders: Holders
    /// Finds the people who are only notified of a suspension and its end.
    package let presenceHolders: Holders
    /// Whether the device of an owner may show a person, according to the store. The transaction of a block calls it,
    /// so it takes a bounded number of store calls.
    package let mayHold: Holding

    /// Creates the lists of a feature.
    ///
    /// - Parameters:
    ///   - names: The lists whose elements are people.
    ///   - returning: The lists among `names` that contain a person again after a block between the person and the
    ///     owner of the lists is lifted. Devices reload these lists. The elements of other lists do not reappear by
    ///     themselves.
    ///   - holders: Finds the people whose lists show the profile of a person. Called after a change of the profile,
    ///     and at a suspension and its end.
    ///   - presenceHolders: Finds further people whose lists show a person, but no part of the profile. Called at a
    ///     suspension and its end.
    ///   - mayHold: Decides whether the device of an owner may show a person, according to the store. Called at a
    ///     block, with the blocked person as the owner. If no feature returns `true`, that person's device keeps the
    ///     elements. Takes a bounded number of store calls. An error counts as `true`.
    public init(
        _ names: [ListName] = [], returning: [ListName] = [], holders: @escaping Holders = { _, _, _ in [] },
        presenceHolders: @escaping Holders = { _, _, _ in [] },
        mayHold: @escaping Holding = { _, _, _, _ in false }
    ) {
        (self.names, self.returning) = (names, returning)
        (self.holders, self.presenceHolders, self.mayHold) = (holders, presenceHolders, mayHold)
    }
}
