public import Foundation
public import OrbitModels
public import OrbitStore

/// The lists of a feature that have people as elements, and who holds a person in one of them.
public struct PeopleLists: Sendable {
    /// Finds the people who hold a person in one of the lists.
    public typealias Holders = @Sendable (_ person: UserID, any StoreReader, _ now: Date) throws -> [UserID]
    /// Decides whether an owner may hold a person in one of the lists.
    public typealias Holding =
        @Sendable (_ owner: UserID, _ person: UserID, any StoreReader, _ now: Date) throws -> Bool

    /// All of the lists.
    package let names: [ListName]
    /// The lists that contain a person again once a block between the two is lifted.
    package let returning: [ListName]
    /// The people who hold a person in one of the lists now, and are sent the person's changed profile.
    package let holders: Holders
    /// The people who hold a person beside the ``holders``. They are notified that the person is away or back, not of a
    /// changed profile.
    package let quietHolders: Holders
    /// Whether a person may hold another in one of the lists: on a device, as far as the store knows. Takes a bounded
    /// number of store calls.
    package let mayHold: Holding

    /// Creates the lists of a feature.
    ///
    /// - Parameters:
    ///   - names: The lists that have people as elements.
    ///   - returning: Those of them that contain a person again once a block between the two is lifted.
    ///   - holders: Finds the people who hold a person in one of the lists, and are sent the person's changed profile.
    ///   - quietHolders: Finds further people who hold the person. They are notified that the person is away or back,
    ///     not of a changed profile.
    ///   - mayHold: Decides whether an owner may hold a person in one of the lists: on a device, as far as the store
    ///     knows. Takes a bounded number of store calls. An error counts as `true`.
    public init(
        _ names: [ListName] = [], returning: [ListName] = [], holders: @escaping Holders = { _, _, _ in [] },
        quietHolders: @escaping Holders = { _, _, _ in [] },
        mayHold: @escaping Holding = { _, _, _, _ in false }
    ) {
        (self.names, self.returning) = (names, returning)
        (self.holders, self.quietHolders, self.mayHold) = (holders, quietHolders, mayHold)
    }
}
