import OrbitModels
import OrbitStore

/// A record of what is between two people, on which it rests who is suggested to one of them. When it is written, the
/// log head of that person says so (``LogHead/sight``), whether or not there is an event: so a page that was kept is
/// not sent again (``KeptPage``).
protocol SuggestionBasis: BackendRecord {
    /// The people affected when the record is written.
    var viewers: [UserID] { get }

    /// The people affected when the record with the key is removed.
    static func viewers(ofKey key: String) -> [UserID]
}

extension SuggestionBasis {
    /// Records that are removed only when they mean nothing any more.
    static func viewers(ofKey key: String) -> [UserID] { [] }
}

extension BlockRecord: SuggestionBasis {
    var viewers: [UserID] { [blocker, blocked] }
    static func viewers(ofKey key: String) -> [UserID] { key.split(separator: ">").map { UserID(String($0)) } }
}

/// It goes only when another of the same two is written, or with an event to both.
extension MatchRecord: SuggestionBasis {
    var viewers: [UserID] { [first, second] }
}

/// What a recipient does with a poke matters for their own suggestions alone: its sender learns nothing of it.
extension PokeRecord: SuggestionBasis {
    var viewers: [UserID] { [to] }
}

/// The other of the two is kept apart from the next day on, when pages are new anyway.
extension ApartRecord: SuggestionBasis {
    var viewers: [UserID] { [raterID] }
    static func viewers(ofKey key: String) -> [UserID] { key.split(separator: ">").map { UserID(String($0)) } }
}

extension TasteRecord: SuggestionBasis {
    var viewers: [UserID] { [userID] }
}
