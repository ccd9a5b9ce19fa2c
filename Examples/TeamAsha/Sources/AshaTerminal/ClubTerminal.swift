import Drawing
import OrbitModels
import Presentation
import Randonneuring
import TeamAshaApp

/// A front end for a terminal. It turns typed commands into calls of view models, and their states into pages.
@MainActor public final class ClubTerminal {
    private let app: TeamAshaModel
    /// The screen that `refresh` updates and that failures appear on.
    private var screen = Screen.brevets

    private enum Screen {
        case brevets
        case brevet(BrevetDetailViewModel)
        case riders
        case rider(RiderDetailViewModel)
        case mine
    }

    /// Creates the front end of an app that was launched.
    public init(_ app: TeamAshaModel) { self.app = app }

    /// Performs a command and returns the page to show.
    public func perform(_ line: String) async -> [Line] {
        app.noteInteraction()
        let words = line.split(separator: " ", maxSplits: 1).map(String.init) + ["", ""]
        if words[0] == "help" { return Self.help }
        guard let club = app.club else {
            await signIn(words[0], words[1])
            return app.club == nil ? welcome : page()
        }
        switch words[0] {
        case "logout": await app.signOut()
        case "unit": return await setUnit(words[1], in: club)
        case "refresh": await refresh(club)
        default:
            guard await show(words[0], words[1], in: club) else { return Self.help }
        }
        return page()
    }

    /// The status under each page: the signed-in rider and the warning before the automatic logout.
    public var status: String {
        switch app.inactivity.state {
        case .off, .expired: "[welcome]"
        case .active: "[signed in]"
        case .warning(let left): "[you will be signed out in \(left.components.seconds) s: type a command to stay]"
        }
    }

    private static let help: [Line] = [
        "demo EMAIL       sign in as a demo rider", "google           sign in with an ID token",
        "brevets [WORDS]  upcoming brevets", "brevet N         a brevet with its controls",
        "riders [YEAR]    the leaderboard of a season", "find WORDS       search the leaderboard",
        "rider N          the page of a rider", "me               your page", "sync             fetch from Strava",
        "unit km|mi       the unit of distances", "refresh          ask the server for changes",
        "logout           sign out",
    ].map { [StyledText($0)] }

    private var welcome: [Line] {
        var lines: [Line] = []
        if let notice = app.welcome.notice { lines.append([StyledText(notice)]) }
        if let failure = app.welcome.failure { lines += Cards.message(of: failure) }
        lines.append([StyledText("Type “demo EMAIL” or “google” to sign in.")])
        return lines
    }

    private func signIn(_ command: String, _ rest: String) async {
        switch command {
        case "demo":
            app.welcome.email = rest
            await app.welcome.demoLogin()
        case "google": await app.welcome.signInWithIdentity()
        default: break
        }
        guard let club = app.club else { return }
        screen = .brevets
        await club.brevets.appear()
    }

    private func setUnit(_ text: String, in club: SignedInClub) async -> [Line] {
        guard let unit = DistanceUnit.allCases.first(where: { $0.symbol == text }) else {
            return [[StyledText("Type “unit km” or “unit mi”.")]]
        }
        await club.settings.setUnit(unit)
        if let failure = club.settings.failure { return Cards.failure(failure) }
        return page()
    }

    /// Shows another screen. Returns whether the command is known.
    private func show(_ command: String, _ rest: String, in club: SignedInClub) async -> Bool {
        let index = (Int(rest) ?? 0) - 1
        switch command {
        case "brevets":
            club.brevets.filter.search = rest
            screen = .brevets
            await club.brevets.appear()
        case "brevet":
            guard let brevet = (club.brevets.state.value ?? []).element(at: index) else { return false }
            let model = club.brevets.detail(of: brevet)
            screen = .brevet(model)
            await model.appear()
        case "riders":
            screen = .riders
            club.riders.filter.search = ""
            await club.riders.select(Int(rest) ?? club.riders.season)
        case "find":
            screen = .riders
            club.riders.filter.search = rest
            await club.riders.appear()
        case "rider":
            guard let row = (club.riders.state.value ?? []).element(at: index) else { return false }
            let model = club.riders.detail(of: row.standing.rider)
            screen = .rider(model)
            await model.appear()
        case "me":
            screen = .mine
            await club.profile.appear()
        case "sync":
            screen = .mine
            await club.profile.appear()
            await club.profile.syncStrava()
        default: return false
        }
        return true
    }

    private func refresh(_ club: SignedInClub) async {
        switch screen {
        case .brevets: await club.brevets.refresh()
        case .brevet(let model): await model.refresh()
        case .riders: await club.riders.refresh()
        case .rider(let model): await model.refresh()
        case .mine: await club.profile.refresh()
        }
    }

    private func page() -> [Line] {
        guard let club = app.club else { return welcome }
        let unit = club.settings.unit
        return switch screen {
        case .brevets: BrevetPages.list(club.brevets)
        case .brevet(let model): BrevetPages.detail(model)
        case .riders: RiderPages.leaderboard(club.riders)
        case .rider(let model): RiderPages.detail(model, in: unit)
        case .mine: RiderPages.mine(club.profile, in: unit)
        }
    }
}

extension Array {
    /// Returns the element at an index; `nil` outside of the array.
    fileprivate func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
