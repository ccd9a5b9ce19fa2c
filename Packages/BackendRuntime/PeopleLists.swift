public import Foundation
public import OrbitModels
public import OrbitStore

/// The lists of a feature that have people as elements, and who holds a person in one of them.
///
/// A holder is a person whose device may show an element about another person.
///
/// | Called by | Parameter | Event |
/// |---|---|---|
/// | The job after a changed profile | `holders` | `person.changed` to each holder |
/// | The jobs of a suspension and of its end | `holders`, `quietHolders` | `person.hidden`, `person.shown` to each |
/// | The transaction of a block | `mayHold` | `person.hidden` to the blocked person if `true` |
///
/// The blocker is sent `person.hidden` in any case. An erasure calls none of the functions: the records of the person
/// notify the others by ``Erasing/notify(_:)`` or a job.
public struct PeopleLists: Sendable {
    /// Finds the people who hold a person in one of the lists.
    public typealias Holders = @Sendable (_ person: UserID, any StoreReader, _ now: Date) throws -> [UserID]
    /// Decides whether an owner may hold a person in one of the lists.
    public typealias Holding =
        @Sendable (_ owner: UserID, _ person: UserID, any StoreReader, _ now: Date) throws -> Bool

    /// All of the lists. `person.changed`, `person.hidden` and `person.shown` at the end of a suspension touch them.
    package let names: [ListName]
    /// The lists that contain a person again once a block between the two is lifted. `person.shown` touches them then.
    package let returning: [ListName]
    /// Finds the people who are sent a changed profile, and are notified of a suspension and its end.
    package let holders: Holders
    /// Finds the people who are notified of a suspension and its end alone.
    package let quietHolders: Holders
    /// Whether the device of an owner may show a person, as far as the store knows. A block calls it in its
    /// transaction, so it takes a bounded number of store calls.
    package let mayHold: Holding

    /// Creates the lists of a feature.
    ///
    /// - Parameters:
    ///   - names: The lists that have people as elements.
    ///   - returning: The lists among `names` that contain a person again once a block between the two is lifted.
    ///     Devices load these lists again. The elements of other lists do not come back by themselves.
    ///   - holders: Finds the people whose lists show the profile of a person. Called after a change of the profile,
    ///     and at a suspension and its end.
    ///   - quietHolders: Finds further people whose lists show a person, but nothing of the profile. Called at a
    ///     suspension and its end.
    ///   - mayHold: Decides whether the device of an owner may show a person, as far as the store knows. Called at a
    ///     block, with the blocked person as the owner. If no feature returns `true`, that person's device keeps the
    ///     elements. Takes a bounded number of store calls. An error counts as `true`.
    public init(
        _ names: [ListName] = [], returning: [ListName] = [], holders: @escaping Holders = { _, _, _ in [] },
        quietHolders: @escaping Holders = { _, _, _ in [] },
        mayHold: @escaping Holding = { _, _, _, _ in false }
    ) {
        (self.names, self.returning) = (names, returning)
        (self.holders, self.quietHolders, self.mayHold) = (holders, quietHolders, mayHold)
    }
}
