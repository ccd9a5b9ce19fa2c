import Connections
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// The match of the day, and all matches.
struct MatchesView: View {
    let user: SignedInUser
    @Environment(\.words) private var words

    var body: some View {
        List {
            Section(words(.today)) { today }
            Section(words(.allMatches)) {
                FailureText(user.matches.failure)
                PagedRows(user.matches.matches) { MatchRow(match: $0, user: user) }
            }
        }
        .task { await user.matches.matches.load() }
        // It repeats the request while the pairing of the campus is under way.
        .task { await user.today.loadUntilPaired() }
    }

    @ViewBuilder private var today: some View {
        LoadedContent(user.today.match, empty: words.empty(.today)) { match in
            switch match {
            case .matched: ForEach(match.matches) { MatchRow(match: $0, user: user) }
            case .waiting(let reason): Text(reason.map { words($0) } ?? words.empty(.today))
            case .disconnected: Text(words(.todayEnded))
            }
        }
        FailureText(user.today.failure)
        if user.today.isOutdated {
            ActionButton(words(.loadAgain)) { await user.today.load() }
        }
        if let isPaused = user.today.isPaused {
            if isPaused {
                ActionButton(words(.resume)) { await user.today.resume() }.disabled(user.today.isBusy)
            } else {
                ActionButton(words(.pause)) { await user.today.pause() }.disabled(user.today.isBusy)
            }
        }
    }
}

/// A match, with a button that opens its conversation.
private struct MatchRow: View {
    let match: Match
    let user: SignedInUser
    @Environment(\.words) private var words

    var body: some View {
        NavigationLink(value: AppSheet.person(match.partnerID)) {
            VStack(alignment: .leading) {
                Text(match.partnerName).font(.headline)
                if let major = match.partnerMajor { Text(major) }
                if let origin = match.origin { Text(words(origin)).font(.caption) }
                if let ending = user.sheet(of: match).matchEnding { Text(ending).font(.caption) }
            }
        }
        ChatButton(match: match, user: user).buttonStyle(.borderless)
    }
}
