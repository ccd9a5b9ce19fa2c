public import Foundation
public import OrbitModels

extension PokeState {
    /// The state once time has had its say.
    public func at(_ now: Date, lapsing: Date) -> PokeState {
        isOpen && now >= lapsing ? .expired : self
    }
}

extension Poke {
    /// Where it stands at `now`; `nil` for a status of a newer server.
    public func state(at now: Date) -> PokeState? {
        PokeState(status)?.at(now, lapsing: expiresAt)
    }

    /// What the sender waits for once the poke has lapsed; `nil` before that and afterwards.
    func coolDown(at now: Date) -> PokeLimitReached? {
        let coolDown = PokeLimitReached.coolDown(since: expiresAt)
        return state(at: now) == .expired && now < coolDown.resetsAt ? coolDown : nil
    }
}
