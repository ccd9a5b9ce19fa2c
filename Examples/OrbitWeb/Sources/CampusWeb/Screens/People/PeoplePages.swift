import Connections
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles
import Reputation
import Safety

/// The pages and forms of people, pokes, matches, blocks and mutes.
enum PeoplePages {
    static let pages: [SitePage] = [
        .user(
            "/people/{id}",
            load: { visit, user in
                let sheet = PeoplePages.sheet(visit, user)
                guard sheet.id != user.profile.saved.value?.userID else { return "/profile" }
                if user.matches.matches.items.needsLoad { await user.matches.matches.load() }
                if user.pokes.outgoing.items.needsLoad { await user.pokes.outgoing.load() }
                if user.pokes.incoming.items.needsLoad { await user.pokes.incoming.load() }
                await sheet.load()
                await sheet.standing.load()
                return nil
            }, screen: PersonScreen.screen),
        .user(
            "/pokes",
            load: { _, user in
                if user.pokes.incoming.items.needsLoad { await user.pokes.incoming.load() }
                if user.pokes.outgoing.items.needsLoad { await user.pokes.outgoing.load() }
                return nil
            }, screen: PokesScreen.screen),
        .user(
            "/matches",
            load: { _, user in
                if user.matches.matches.items.needsLoad { await user.matches.matches.load() }
                if user.today.match.needsLoad { await user.today.load() }
                return nil
            }, screen: MatchesScreen.screen),
        .user(
            "/settings/blocks",
            load: { _, user in
                if user.blocks.blocked.items.needsLoad { await user.blocks.blocked.load() }
                if user.mutes.muted.items.needsLoad { await user.mutes.load() }
                return nil
            }, screen: BlocksScreen.screen),
    ]

    static let actions = pokes + people + lists

    private static let lists: [FormAction] = [
        .user("/matches/more") { _, user in
            await user.matches.matches.loadMore()
            return "/matches"
        },
        .user("/matches/reload") { _, user in
            await user.today.load()
            return "/matches"
        },
        .user("/matches/pause") { _, user in
            await user.today.pause()
            return "/matches"
        },
        .user("/matches/resume") { _, user in
            await user.today.resume()
            return "/matches"
        },
        .user("/settings/blocks/more") { _, user in
            await user.blocks.blocked.loadMore()
            return "/settings/blocks"
        },
    ]

    private static let pokes: [FormAction] = [
        .user("/pokes/more") { _, user in
            await user.pokes.incoming.loadMore()
            return "/pokes"
        },
        .user("/pokes/more-sent") { _, user in
            await user.pokes.outgoing.loadMore()
            return "/pokes"
        },
        .user("/pokes/{id}/{action}") { visit, user in
            let id = PokeID(visit.parameter("id"))
            let received = user.pokes.incoming.known.first { $0.id == id }
            let sent = user.pokes.outgoing.known.first { $0.id == id }
            switch (visit.parameter("action"), received, sent) {
            case ("accept", let poke?, _): await user.pokes.accept(poke)
            case ("decline", let poke?, _): await user.pokes.decline(poke)
            case ("ignore", let poke?, _): await user.pokes.ignore(poke)
            case ("withdraw", _, let poke?): await user.pokes.withdraw(poke)
            default: visit.note(visit.word(.pokeOver), at: "/pokes")
            }
            return "/pokes"
        },
    ]

    private static let people: [FormAction] = [
        .user("/people/{id}/{action}") { visit, user in
            let sheet = PeoplePages.sheet(visit, user)
            if sheet.person.value == nil { await sheet.load() }
            switch visit.parameter("action") {
            case "poke": await sheet.connect(note: note(visit))
            case "keep": await sheet.keepMatch()
            case "disconnect": await sheet.disconnect()
            case "block": await sheet.block()
            case "unblock": visit.note(await user.blocks.unblock(sheet.id))
            case "mute":
                let days = visit.form.integer("days")
                await sheet.mute(for: days.map { .seconds(86_400 * min(max($0, 1), MuteLimits.days)) })
            case "unmute": visit.note(await user.mutes.unmute(sheet.id))
            default: break
            }
            return visit.back
        }
    ]

    /// The sheet of the person in the path. The session retains it while pages show it.
    @MainActor static func sheet(_ visit: PageVisit, _ user: SignedInUser) -> PersonViewModel {
        let id = UserID(visit.parameter("id"))
        return visit.session.models.model(id.rawValue) { user.sheet(of: id) }
    }

    @MainActor private static func note(_ visit: PageVisit) -> PokeNote {
        let note = PokeNote(rawValue: visit.form["note"])
        return note.isKnown ? note : .hello
    }
}
