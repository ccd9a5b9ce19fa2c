import Foundation
import Networking
import OrbitModels

/// A poke that waits on this device until it is sent.
struct QueuedPoke: Codable, Hashable, Sendable {
    /// The name of its kind in the queue.
    static let kind = "poke"

    /// The recipient, as shown in the list of sent pokes.
    var person: Person
    var note: PokeNote
    /// The time at which the user sent it, by the device's clock.
    var at: Date

    /// Returns the name of the queue's lane for pokes to a person.
    static func lane(of person: UserID) -> String { "poke/\(person.rawValue)" }

    /// Returns the poke to show until the server has it. The key takes the place of the identifier.
    func expected(as key: IdempotencyKey) -> OutgoingPoke {
        OutgoingPoke(
            poke: Poke(
                id: PokeID(key.rawValue), fromUserID: "", toUserID: person.id, note: note, status: .pending,
                createdAt: at, expiresAt: at.addingTimeInterval(PokeLimits.standard.lifetime)),
            person: person)
    }
}
