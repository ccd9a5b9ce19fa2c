// error: requires that 'Int?' conform to 'MutableCollection'
import SwiftUI

/// A navigation stack whose path is not a collection of pages.
struct PathOfOtherType: View {
    @State private var page: Int? = nil

    var body: some View {
        NavigationStack(path: $page) { Text("Home") }
    }
}
