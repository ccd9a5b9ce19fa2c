import OrbitModels

/// The slot of each person in an index, and the person of each slot, in many small parts: while a copy is held, a change
/// copies one part of each.
struct PersonSlots: Sendable {
    private static let shards = 256
    private static let partSize = 512

    /// By the hash of the id.
    private var slots = [[UserID: Int]](repeating: [:], count: PersonSlots.shards)
    /// By slot, a part after the other.
    private var owners: [[UserID]] = []

    /// The slot of a person.
    subscript(id: UserID) -> Int? { slots[Self.shard(of: id)][id] }

    /// The person of a slot, who must have been put there.
    func owner(of slot: Int) -> UserID { owners[slot / Self.partSize][slot % Self.partSize] }

    /// Puts a person into a slot: one that was in use, or the next.
    mutating func put(_ id: UserID, into slot: Int) {
        slots[Self.shard(of: id)][id] = slot
        let (part, place) = slot.quotientAndRemainder(dividingBy: Self.partSize)
        if part == owners.count { owners.append([]) }
        if place < owners[part].count { owners[part][place] = id } else { owners[part].append(id) }
    }

    /// Returns the slot that the person had.
    mutating func remove(_ id: UserID) -> Int? { slots[Self.shard(of: id)].removeValue(forKey: id) }

    private static func shard(of id: UserID) -> Int { id.hashValue & (shards - 1) }
}
