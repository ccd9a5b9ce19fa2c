import Discover
import Matching
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import SwiftUI

/// The people suggested today, as a solar system or as a list.
struct DiscoverView: View {
    let user: SignedInUser
    @Environment(\.words) private var words
    @State private var isList = false

    var body: some View {
        let discover = user.discover
        let people = discover.people.items.value ?? []
        VStack {
            FailureText(discover.failure ?? discover.people.items.failure)
            if discover.isOutdated {
                ActionButton(words(.newDay)) { await discover.load() }
            }
            if let marked = discover.lastMarked {
                HStack {
                    Text(words(.lessLikeDone, ["name": .text(marked.person.profile.name)]))
                    ActionButton(words(.undo)) { await discover.undoShowLess() }
                }
            }
            if case .empty = discover.people.items {
                ContentUnavailableView(
                    discover.resting?.phrase(in: words) ?? words.empty(.discover), systemImage: "sparkles")
            } else if isList {
                List {
                    PagedRows(discover.people) { SuggestionRow(suggestion: $0, user: user) }
                }
            } else {
                SolarSystemView(people: people) { user.navigation.open(.person($0)) }
            }
        }
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Toggle(words(.asList), isOn: $isList)
            }
        }
        .task {
            if case .idle = discover.people.items { await discover.load() }
        }
        // People who were shown are left out of the list from tomorrow on.
        .task(id: people.map(\.id)) { await discover.noteSeen(people.map(\.id)) }
    }
}

/// A suggested person with the reasons.
private struct SuggestionRow: View {
    let suggestion: Suggestion
    let user: SignedInUser
    @Environment(\.words) private var words

    var body: some View {
        // A reason of a newer server has no sentence here.
        let reasons = (suggestion.compatibility?.reasons ?? []).map { $0.phrase(in: words) }.filter { !$0.isEmpty }
        NavigationLink(value: AppSheet.person(suggestion.id)) {
            VStack(alignment: .leading) {
                Text(suggestion.person.profile.name).font(.headline)
                ForEach(reasons, id: \.self) { Text($0).font(.callout) }
            }
        }
        .swipeActions {
            ActionButton(words(.lessLike)) { await user.discover.showLess(like: suggestion.id) }
        }
    }
}
