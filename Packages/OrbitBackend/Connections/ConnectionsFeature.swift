import Connections
import OrbitModels

extension Feature {
    static let connections = Feature(
        operations: [
            SendPoke.self, ClearPokes.self, ListPokes.self, AnswerPoke.self, ListMatches.self, DisconnectMatch.self,
            TodaysMatch.self, BlockUser.self,
        ],
        expiring: [PokeRecord.self, PairingDayRecord.self, PairingPartRecord.self],
        listsOfPeople: [.incomingPokes, .outgoingPokes, .matches, .today])
}
