import BackendRuntime
import Matching
import OrbitModels

/// What the directory knows of a person beside what the index does: enough to decide, without asking the store, whether
/// the dealbreakers of two admit each other.
final class KnownPerson: Sendable {
    let traits: DealbreakerTraits
    let asks: Asks
    let likeness: Likeness

    /// What a person will not do without.
    enum Asks: Sendable {
        case nothing
        case rule(DealbreakerRule)
        /// It cannot be read, so nobody is suggested to them, nor they to anybody.
        case unknown

        init(_ dealbreakers: Dealbreakers?) {
            self = dealbreakers.map { $0 == .none ? .nothing : .rule($0.rule) } ?? .nothing
        }
    }

    /// - Parameter shown: what others are compared with.
    init(_ shown: Profile, asks: Asks, on scale: CampusScale) {
        traits = DealbreakerTraits(shown, on: scale)
        likeness = Likeness(shown)
        self.asks = asks
    }
}

/// A viewer whose dealbreakers are held against those of others.
///
/// The viewer's wishes rest on all of their own profile; those of the other on what the viewer may know of it, as the
/// viewer would notice what they do.
struct DealbreakerCheck: Sendable {
    private let wishes: DealbreakerRule
    private let own: DealbreakerTraits
    private let shown: DealbreakerTraits

    init(of viewer: ComparedProfile, _ taste: TasteRecord, on scale: CampusScale) {
        wishes = taste.dealbreakers.rule
        own = DealbreakerTraits(viewer.own, on: scale)
        shown = DealbreakerTraits(viewer.shown, on: scale)
    }

    /// Whether no dealbreaker of either is broken.
    func admits(_ traits: DealbreakerTraits, asking asks: KnownPerson.Asks) -> Bool {
        guard wishes.admits(traits, to: own) else { return false }
        switch asks {
        case .nothing: return true
        case .rule(let rule): return rule.admits(shown, to: traits)
        case .unknown: return false
        }
    }
}
