import Chat
import Connections
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// The home screen: the tabs, each with its pages, and the sheet above them.
struct HomeView: View {
    @Bindable var user: SignedInUser
    @Environment(\.words) private var words

    var body: some View {
        TabView(selection: $user.navigation.selectedTab) {
            ForEach(HomeTab.allCases, id: \.self) { tab in
                NavigationStack(path: $user.navigation[pagesOf: tab]) {
                    screen(of: tab)
                        .navigationTitle(words(tab))
                        .navigationDestination(for: AppSheet.self) { SubjectView(subject: $0, user: user) }
                }
                .tabItem { Label(words(tab), systemImage: tab.symbol) }
                .badge(badge(of: tab))
                .tag(tab)
            }
        }
        .sheet(item: $user.navigation.shownSheet) { shown in
            NavigationStack {
                SubjectView(subject: shown.subject, user: user)
                    .navigationDestination(for: AppSheet.self) { SubjectView(subject: $0, user: user) }
            }
        }
        .modifier(NewMatchAlert(pokes: user.pokes, user: user))
    }

    @ViewBuilder private func screen(of tab: HomeTab) -> some View {
        switch tab {
        case .discover: DiscoverView(user: user)
        case .pokes: PokesView(pokes: user.pokes)
        case .matches: MatchesView(user: user)
        case .chats: ChatsView(user: user)
        case .meetups: MeetupsView(user: user)
        case .profile: ProfileView(user: user)
        }
    }

    private func badge(of tab: HomeTab) -> Int {
        switch tab {
        case .pokes: user.pokes.incoming.items.value?.count ?? 0
        case .chats: user.chat?.conversations.unread.count ?? 0
        case .discover, .matches, .meetups, .profile: 0
        }
    }
}

/// The announcement of a new match, on any tab.
private struct NewMatchAlert: ViewModifier {
    @Bindable var pokes: PokesViewModel
    let user: SignedInUser
    @Environment(\.words) private var words

    func body(content: Content) -> some View {
        content.alert(
            words(.newMatch, ["name": .text(pokes.newMatch?.partnerName ?? "")]),
            isPresented: $pokes.newMatch.isPresent, presenting: pokes.newMatch
        ) { match in
            Button(words(.show)) { user.navigation.open(.person(match.partnerID)) }
            Button(words(.close), role: .cancel) {}
        } message: { match in
            Text(match.origin.map { words($0) } ?? "")
        }
    }
}

extension HomeTab {
    /// The name of the tab's symbol in SF Symbols.
    fileprivate var symbol: String {
        switch self {
        case .discover: "sun.max"
        case .pokes: "hand.point.right"
        case .matches: "person.2"
        case .chats: "bubble.left.and.bubble.right"
        case .meetups: "calendar"
        case .profile: "person.crop.circle"
        }
    }
}
