/// A creation that needs more others within each other than the stack of its thread has room for.
package struct StackExhausted: Error, CustomStringConvertible {
  /// What is being created at the outermost level.
  package let outermost: Locator

  /// What could not be created any more.
  package let innermost: Locator

  /// How many creations there are within each other.
  package let depth: Int

  package var description: String {
    """
    The creation of '\(outermost.keys[0].text)' has come to '\(innermost.keys[0].text)' with \(depth) creations within each other, and the stack of \
    this thread is full. If the chain never ends, break it by injecting something later, when it is used. If it is really \
    that long, create it on a thread with a larger stack.
    """
  }
}
