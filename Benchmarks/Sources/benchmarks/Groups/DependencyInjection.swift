import DependencyInjection
internal import Dispatch

/// An object with a lazily injected property.
private final class LazyModel {
  @LazyInjected(from: AppContainers.container) var service: any Service
  init() {}
}

extension Benchmark {
  /// Containers with factories; beside them, the same through Stitcher, and an actor with a dictionary.
  static let dependencyInjection: [Benchmark] = [
    Benchmark("container.singleton") { iterations in
      let container = AppContainers.container
      for _ in 0..<iterations { Sink<any Service>.take(container.resolve()) }
    },
    Benchmark("container.singleton.class") { iterations in
      let container = AppContainers.container
      for _ in 0..<iterations { Sink<LiveService>.take(container.resolve()) }
    },
    Benchmark("container.singleton.parent") { iterations in
      let container = AppContainers.child
      for _ in 0..<iterations { Sink<any Service>.take(container.resolve()) }
    },
    Benchmark("container.fresh") { iterations in
      let container = AppContainers.container
      for _ in 0..<iterations { Sink<Record>.take(container.resolve()) }
    },
    Benchmark("container.graph4") { iterations in
      let container = AppContainers.container
      for _ in 0..<iterations { Sink<Page>.take(container.resolve()) }
    },
    Benchmark("container.argument1") { iterations in
      let container = AppContainers.container
      for iteration in 0..<iterations {
        Sink<Report>.take(container.resolve(argument: iteration))
      }
    },
    Benchmark("container.lazy.later") { iterations in
      let model = LazyModel()
      for _ in 0..<iterations { Sink<any Service>.take(model.service) }
    },
    Benchmark("baseline.actor") { iterations in
      wait {
        let actor = DictionaryActor()
        for _ in 0..<iterations { Sink<any Service>.take(await actor.resolve()) }
      }
    },
    Benchmark("container.async.singleton") { iterations in
      wait {
        let container = await AppContainers.makeAsyncContainer()
        for _ in 0..<iterations { Sink<any Service>.take(await container.resolve()) }
      }
    },
    Benchmark("container.async.fresh") { iterations in
      wait {
        let container = await AppContainers.makeAsyncContainer()
        for _ in 0..<iterations { Sink<Record>.take(await container.resolve()) }
      }
    },
  ]

  /// Runs a task and waits for it.
  private static func wait(for body: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      await body()
      isDone.signal()
    }
    isDone.wait()
  }
}
